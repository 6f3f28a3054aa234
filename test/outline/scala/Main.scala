package com.example.app

@main def run(args: String*): Unit =
  println(Jobs.start(args.size))

object Jobs:
  // How many at a time.
  val limit = 5

  def start(
      count: Int,
      name: String = "job",
  )(using
      log: Log = Log.none,
  ): Int =
    def once(left: Int): Int =
      if left <= 0 then 0 else once(left - 1)
    once(count)

  private[app] def retry[T](times: Int)(work: => T): Option[T] =
    work match
      case null => None
      case done => Some(done)

class Worker(id: Int) {
  def broken(count: Int): Int = {
    count * ) 2
  }

  def stop(): Unit = ()
}

class Clock(zone: String):
  def now(): Long = System.nanoTime()
end Clock
