import Exemplar
import Foundation

/// Adds amounts. `till self-test`, which the help does not list, runs the specs of the program.
@main
struct Till {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "self-test" {
      await Exemplar.main(Array(arguments.dropFirst()))
    }
    guard !arguments.isEmpty else {
      print("Usage: till AMOUNT…")
      exit(2)
    }
    do {
      var receipt = Receipt()
      for amount in arguments { try receipt.add(amount) }
      print("\(receipt.total / 100).\(String(format: "%02d", receipt.total % 100))")
    } catch {
      print(error)
      exit(1)
    }
  }
}
