/** Flags that select events. */
import * as Flag from "effect/cli/Flag"

export const text = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.optional, Flag.withDescription(description))

export const eventFlags = {
  repo: text("repo", "OWNER/NAME", "The repository"),
  target: text("target", "JSON", "The target, for triggers that do not watch a repository"),
  filter: Flag.String("filter").pipe(
    Flag.withMetavar("NAME=VALUE"),
    Flag.atLeast(0),
    Flag.withDescription("Only events that match, such as label=bug or 'title=*crash*'; repeatable")
  ),
  account: text("account", "NAME", "Which connected account; needed if there are several")
}
