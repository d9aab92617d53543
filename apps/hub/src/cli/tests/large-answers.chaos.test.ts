/** A 16 MB answer never blocks other work: every kind of content, with every kind of step. */
import { largeAnswersSuite } from "../../testing/load/large-answers-suite.ts"

largeAnswersSuite(1.2, () => true)
