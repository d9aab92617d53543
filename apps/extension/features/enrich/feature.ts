/** The lookup's part of the popup. On which pages it has something to say, the worker knows: by the account's settings. */
import type { Section } from "../section.ts"
import { View } from "./view/view.tsx"

export const section: Section = { applies: () => "site", view: View }
