// Accounts that the sandbox starts with. All of them are fictional.

import type { World } from "../world.ts"
import { type Account, addAccount } from "./accounts.ts"

const since = "2024-03-01T08:00:00Z"

const person = (id: number, login: string, name: string | null, more: Partial<Account> = {}): Account => ({
  id,
  login,
  type: "User",
  name,
  company: null,
  blog: "",
  location: null,
  email: `${login}@codehost.example`,
  bio: null,
  followers: 20,
  following: 5,
  createdAt: since,
  updatedAt: "2026-09-01T12:00:00Z",
  members: new Map(),
  teams: [],
  ...more
})

export const monaId = 1

export const seedAccounts = (world: World): void => {
  const people = [
    person(monaId, "mona", "Mona Lisa Octocat", {
      company: "@acme",
      location: "San Francisco",
      bio: "Fixes what breaks.",
      followers: 420,
      blog: "https://mona.example"
    }),
    person(2, "hubot", "Hubot", { email: null }),
    person(3, "ada", "Ada Example", { company: "@acme" }),
    person(4, "grace", "Grace Example", { company: "@acme" }),
    person(5, "linus", "Linus Example"),
    person(6, "margaret", null, { email: null }),
    person(7, "dependabot[bot]", null, { type: "Bot", email: null }),
    person(8, "barbara", "Barbara Example", { company: "@acme" }),
    person(9, "edsger", "Edsger Example")
  ]
  for (const account of people) addAccount(world, account)
  addAccount(world, {
    ...person(101, "acme", "Acme"),
    type: "Organization",
    blog: "https://acme.example",
    bio: "Widgets, and what goes with them.",
    members: new Map([
      [monaId, "admin"],
      [3, "member"],
      [4, "member"],
      [8, "member"]
    ]),
    teams: [
      {
        id: 11,
        slug: "core",
        name: "Core",
        description: "Those who keep the widgets turning.",
        memberIds: [monaId, 3, 4]
      },
      { id: 12, slug: "docs", name: "Docs", description: "Those who explain them.", memberIds: [8] }
    ]
  })
  addAccount(world, {
    ...person(102, "initech", "Initech"),
    type: "Organization",
    bio: null,
    members: new Map([[5, "admin"]])
  })
}
