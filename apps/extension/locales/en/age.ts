/** Ages, within a sentence. */
import { ago } from "./plural.ts"

export { moment } from "./plural.ts"

export const age = {
  justNow: "just now",
  ago,
  /** When a record's provider last checked it. */
  checked: (when: string): string => `checked ${when}`,
  checkedToday: "checked today"
}
