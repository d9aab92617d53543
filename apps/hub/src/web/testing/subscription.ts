/** A subscription as the hub lists it, for tests of the console. */
import type { Subscription } from "../api/types.ts"

export const subscription: Subscription = {
  id: "sub_1",
  name: "triage",
  trigger: "plugin_new_thing",
  account: "plugin/main",
  target: {},
  filters: {},
  destination: "agent",
  url: "https://agent.example/",
  inOrder: false,
  ownChanges: false,
  creditsPerEvent: null,
  enabled: true,
  disabledBecause: null,
  createdAt: "2026-06-01T00:00:00Z"
}
