/** Lets tests of views wait longer for an element than the library's one second, which a busy machine exceeds. */
import { configure } from "@testing-library/preact"

configure({ asyncUtilTimeout: 10_000 })
