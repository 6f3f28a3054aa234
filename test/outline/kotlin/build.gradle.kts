val versionName: String by project

plugins {
    kotlin("jvm") version "2.0.0"
}

inline fun <reified T : Task> copyAll(
    from: String,
    crossinline filter: (String) -> Boolean = { true },
): List<T>
    where T : Named
{
    fun walk(path: String): Int {
        return if (filter(path)) 1 else 0
    }
    class Found(val path: String)
    return emptyList()
}

fun broken(count: Int): Int {
    return count * / 2
}

/* fun notHere() {} */

// Only from the main branch.
internal fun release() { println(versionName) }

class Steps {
    val all by lazy {
        listOf("build", "test")
    }
    fun run() { all.forEach(::println) }
}
