import Foundation

/// Has a price.
public protocol Priced: Sendable {
    associatedtype Currency: Hashable
    var price: Decimal { get }
    func discounted(by share: Double) -> Self
    init(price: Decimal)
}

struct Line<Item: Priced>: Codable where Item: Codable {
    let item: Item
    var count = 1

    subscript(index: Int) -> Item { item }

    static func == (lhs: Line, rhs: Line) -> Bool {
        lhs.count == rhs.count
    }
}

indirect enum Payment: Equatable {
    case cash, voucher
    /// Number and date.
    case card(number: String, expires: Date)

    enum Failure: Error {}
}

extension Line: CustomStringConvertible {
    var description: String { "\(count) × \(item)" }
}

actor Bank {
}

public typealias Handler = (Result<Int, Error>) -> Void
