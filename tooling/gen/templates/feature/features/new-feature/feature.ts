/** On which pages the section stands. It loads with the popup, before its view does. */
import type { Section } from "../section.ts"

const HOST = "new-feature.example"

export const section: Section = {
  applies: (address) => URL.canParse(address) && new URL(address).host === HOST,
  view: () => import("./view.tsx")
}
