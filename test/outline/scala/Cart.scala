package com.example.shop

import scala.collection.mutable

/** What one customer wants to buy.
  *
  * Not safe for threads.
  */
@SerialVersionUID(1L)
final class Cart(val owner: String, private var open: Boolean = true) extends Entity with Logging {
  private val lines = mutable.ListBuffer.empty[Line]
  var discount: BigDecimal = 0
  lazy val total: BigDecimal = lines.map(_.price).sum

  /** Adds a line. */
  @throws[CartFull]
  def add(line: Line, count: Int = 1): Unit = {
    lines += line
  }

  override def isEmpty: Boolean = lines.isEmpty
}

object Cart {
  val MaxLines = 50

  def apply(owner: String): Cart = new Cart(owner)

  private object Codec {
    def encode(cart: Cart): Array[Byte] = ???
  }
}

case class Line(sku: String, price: BigDecimal)
