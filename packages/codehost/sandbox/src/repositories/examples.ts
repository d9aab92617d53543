// Example inputs of the tool steps that work with repositories.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

export const examples: Readonly<Record<string, Examples>> = {
  codehost_get_repository_info: {
    match: [
      { owner: "acme", repo: "widgets" },
      { owner: "ACME", repo: "gadgets" }
    ],
    noMatch: [
      { owner: "acme", repo: "no-such-repository" },
      { owner: "initech", repo: "stapler" }
    ]
  },
  codehost_create_repository: {
    match: [
      { name: "sprockets", description: "Made by an agent", private: true, auto_init: true },
      { name: "cogs", org: "acme", license_template: "mit" }
    ],
    noMatch: [{ name: "dotfiles" }, { name: "cogs", org: "initech" }, { name: "cogs", org: "no-such-organization" }]
  },
  codehost_star_repo: {
    match: [
      { owner: "acme", repo: "widgets" },
      { owner: "linus", repo: "spanners" }
    ],
    noMatch: [{ owner: "initech", repo: "stapler" }]
  }
}
