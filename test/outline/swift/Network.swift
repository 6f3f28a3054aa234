#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum Network {
	static let timeout: TimeInterval = 30

	#if DEBUG
	static func log(_ text: String) { print(text) }
	#endif

	@available(iOS 15, *)
	static func fetch<Body: Decodable>(
		_ type: Body.Type,
		from url: URL,
		retries: Int = 3,
		onDone: @escaping (Result<Body, Error>) -> Void
	) where Body: Sendable {
		func attempt(_ left: Int) {
			if left > 0 { attempt(left - 1) }
		}
		attempt(retries)
	}

	static func broken(count: Int) -> Int {
		return count * )
	}
}

open class Client {
	lazy var session: URLSession = {
		let configuration = URLSessionConfiguration.default
		return URLSession(configuration: configuration)
	}()

	var base: URL {
		get { stored }
		set { stored = newValue }
	}
	/* Where we talk to. */
	private var stored = URL(string: "https://example.com")!
}
