import type { Delivery } from "../api/types.ts"
import { deliveries as words } from "./words.ts"

const TONES: Readonly<Record<Delivery["state"], string>> = {
  pending: "warning",
  delivered: "good",
  dead: "danger",
  skipped: ""
}

export const StateMark = ({ state }: Pick<Delivery, "state">) => (
  <span class={`mark ${TONES[state]}`}>{words.states[state] ?? state}</span>
)
