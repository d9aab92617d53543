/** `pnpm new feature <name>`: a section of the extension's popup: on which pages it stands, its view, words and test. */
import type { Kind } from "../kind.ts"
import { namesOf } from "../names.ts"
import { fromTemplate } from "../template.ts"

const EXTENSION = "apps/extension"

export const feature: Kind = {
  name: "feature",
  summary: "a section of the extension's popup that stands on some pages",
  arguments: ["name"],
  example: "pnpm new feature workflow-runs",
  plan: async (_root, { name = "" }) => {
    const { camel, kebab, title } = namesOf(name)
    const sentence = title.charAt(0) + title.slice(1).toLowerCase()
    const folder = `${EXTENSION}/features/${kebab}`
    return {
      files: await fromTemplate("feature", EXTENSION, {
        "new-feature": kebab,
        newFeature: camel,
        "New feature": sentence
      }),
      next: [
        `Edit ${folder}/feature.ts: on which pages it stands. It loads with the popup, so it stays small and pure.`,
        `Edit ${folder}/view.tsx and ${EXTENSION}/locales/en/${kebab}.ts: what is seen, in which words.`,
        "What only the worker knows is a request: messaging/contract.ts, its schema in requests.ts, its handler in worker.ts.",
        `Then: pnpm gen && pnpm --filter ./${EXTENSION} test`
      ]
    }
  }
}
