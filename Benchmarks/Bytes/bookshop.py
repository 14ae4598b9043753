"""The parts of Examples/Bookshop in which `Benchmarks/bytes` plants bugs."""


class BadQuantity(Exception):
    def __str__(self):
        return f"the quantity cannot be {self.args[0]}"


class Cart:
    limit = 99

    def __init__(self):
        self.lines = []

    def quantity(self, book):
        return next((count for title, count in self.lines if title == book), 0)

    def add(self, book, quantity=1):
        room = self.limit - self.quantity(book)
        if not 1 <= quantity <= room:
            raise BadQuantity(quantity)
        for index, (title, count) in enumerate(self.lines):
            if title == book:
                self.lines[index] = (title, count + quantity)
                return
        self.lines.append((book, quantity))

    def remove(self, book, quantity=None):
        index = [title for title, _ in self.lines].index(book)
        count = self.lines[index][1] - (quantity or self.lines[index][1])
        self.lines[index] = (book, count)
        if count == 0:
            del self.lines[index]


def share(cents, basis_points):
    part = (abs(cents) * basis_points + 5_000) // 10_000
    return part if cents >= 0 else -part


def tax(net, basis_points):
    return share(net, basis_points)


def check_digit(text):
    digits = [int(character) for character in text if character.isdigit()][:12]
    return (10 - sum(digit * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10) % 10
