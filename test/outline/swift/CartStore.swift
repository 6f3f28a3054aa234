import Combine
import Foundation

/// The cart on this phone.
///
/// Saved after every change.
@MainActor
public final class CartStore: ObservableObject {
    @Published private(set) var lines: [Line] = []
    static let limit = 50
    private let saver: Saver

    var isEmpty: Bool {
        lines.isEmpty
    }

    init(saver: Saver) {
        self.saver = saver
    }

    convenience init?(path: String) {
        return nil
    }

    /// Adds a line.
    @discardableResult
    func add(_ line: Line, times count: Int = 1) throws -> Int {
        return lines.count
    }

    private func save() async {
        await saver.save(lines)
    }

    deinit {
        print("bye")
    }
}

func total(of lines: [Line]) -> Decimal {
    lines.reduce(0) { $0 + $1.price }
}
