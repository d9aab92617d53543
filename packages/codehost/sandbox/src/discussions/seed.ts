// The discussion that exists at the start.

import { findAccount } from "../accounts/accounts.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { openDiscussion, replyTo } from "./changes.ts"
import { categories } from "./discussions.ts"

export const seedDiscussions = (world: World): void => {
  const [ada, linus] = ["ada", "linus"].map((login) => findAccount(world, login)?.id ?? 0)
  const general = categories.find(({ name }) => name === "General")
  if (general === undefined || ada === undefined || linus === undefined) return
  const discussion = openDiscussion(
    world,
    repositoryNamed(world, "acme/widgets"),
    { actorId: ada, at: "2026-08-03T09:00:00Z" },
    { title: "Which widgets next?", body: "Tell us what you miss.", category: general }
  )
  const first = replyTo(world, discussion, { actorId: linus, at: "2026-08-03T10:00:00Z" }, "Smaller ones.", null)
  replyTo(world, discussion, { actorId: ada, at: "2026-08-03T11:00:00Z" }, "How small?", first.id)
}
