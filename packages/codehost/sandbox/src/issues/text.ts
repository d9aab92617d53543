// Finds mentions and closing keywords in the text of issues.

import type { Issue } from "./issues.ts"

const escape = (text: string): string => text.replaceAll(/[.*+?^$()|[\]{}\\-]/gu, "\\$&")

/** Whether a text mentions an account. `(@mona)` mentions `@mona`, but `@mona-lisa` and `me@mona` do not. */
export const mentionsIn = (text: string | null, login: string): boolean =>
  text !== null && new RegExp(`(?<![\\w@/-])@${escape(login)}(?![\\w-])`, "iu").test(text)

export const mentions = ({ body, comments }: Issue, login: string): boolean =>
  mentionsIn(body, login) || comments.some((comment) => mentionsIn(comment.body, login))

const closing = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/giu

/** Numbers of the issues that a text closes, as in `Fixes #12`. */
export const closedByWords = (text: string | null): ReadonlyArray<number> =>
  [...(text ?? "").matchAll(closing)].map(([, number]) => Number(number))
