"""The frameworks beside which Exemplar is measured: how each is installed, built and run.

Each of them has the same shelf of books in the folder Peers, and reads the same variables. A method
that a peer does not have is something that it cannot do.
"""

from .cpp import Catch2, GoogleTest
from .go import Go
from .java import JUnit
from .python import Pytest
from .ruby import RSpec
from .swift import SwiftTesting, XCTest

ALL = [GoogleTest, Catch2, Go, JUnit, RSpec, Pytest, XCTest, SwiftTesting]
