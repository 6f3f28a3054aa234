package com.example.shop

import kotlinx.coroutines.flow.Flow

private const val MAX_LINES = 50

/**
 * Carts of this phone.
 */
class CartRepository @Inject constructor(
    private val dao: CartDao,
    private val clock: Clock = Clock.systemUTC(),
) : Repository<Cart>() {
    private val lines = mutableListOf<Line>()
    var open: Boolean = true

    init {
        lines.clear()
    }

    /** Null when there is none. */
    @Throws(IOException::class)
    override suspend fun find(id: Long): Cart? = dao.find(id)

    fun add(line: Line, vararg more: Line) {
        check(lines.size < MAX_LINES) { "cart is full" }
        lines += line
    }

    companion object {
        const val NAME = "carts"

        @JvmStatic
        fun create(): CartRepository = TODO()
    }
}

fun List<Line>.total(): Int = sumOf { it.price }
