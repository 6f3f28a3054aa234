package com.example

/** Where things are kept. */
trait Repository[F[_], K, +V] {
  type Row <: Product
  def find(key: K)(using clock: Clock): F[Option[V]]
  val name: String
}

sealed trait Shape {
  def area: Double
}

enum Colour(val hex: String) {
  case Red extends Colour("f00")
  case Custom(code: String) extends Colour(code)

  def isDark: Boolean = hex < "888"
}

enum Size {
  case Small, Large
}

type Handler[A] = A => Either[Error, Unit]

given byArea: Ordering[Shape] = Ordering.by(_.area)

extension (shape: Shape) {
  def doubled: Double = shape.area * 2
}

package object syntax {
  implicit class Ops[A](private val self: A) extends AnyVal {
    def |>[B](f: A => B): B = f(self)
  }
}
