// The gists that exist at the start: public and secret ones of two users. One of them is too large to be returned in
// full.

import { accountNamed } from "../accounts/accounts.ts"
import type { World } from "../world.ts"
import { gistId } from "./gists.ts"

/** A gist that belongs to mona. */
export const firstGistId = gistId(1)

export const seedGists = (world: World): void => {
  const add = (
    login: string,
    isPublic: boolean,
    description: string | null,
    at: string,
    files: Record<string, string>
  ) =>
    world.gists.add(
      { ownerId: accountNamed(world, login).id, isPublic, description },
      new Map(Object.entries(files)),
      at
    )
  add("mona", true, "A greeting in two languages", "2026-02-03T08:00:00Z", {
    "hello.rb": 'puts "hello"\n',
    "hello.py": 'print("hello")\n'
  })
  add("hubot", true, "Deployment checklist", "2026-03-10T08:00:00Z", { "checklist.md": "- tag\n- build\n- announce\n" })
  add("mona", false, "Notes to self", "2026-04-11T08:00:00Z", { "notes.md": "# Notes\n\nNot for everyone.\n" })
  add("mona", true, null, "2026-05-12T08:00:00Z", { "large.txt": `${"0123456789abcdef".repeat(4)}\n`.repeat(20_000) })
}
