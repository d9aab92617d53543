/**
 * The lookup's section of the popup. It applies to every page, because only the worker knows, from the account's
 * settings, on which pages there is somebody to look up.
 */
import type { Section } from "../section.ts"
import { View } from "./view/view.tsx"

export const section: Section = { applies: () => "site", view: View }
