/** The steps that a browser can run, with the same ids and titles as in the full plugin. Pure data. */
import type { Runnable } from "@inlay/agent-plugin/Plugin"

type Info = Runnable["toolSteps"][number]

const hints = { readOnly: false, destructive: false, idempotent: true, openWorld: true } as const

export const STEPS = {
  person: { id: "salesdata_people_enrichment", title: "People Enrichment", hints },
  company: { id: "salesdata_company_enrichment", title: "Company Enrichment", hints },
  search: { id: "salesdata_people_search", title: "People Search", hints: { ...hints, idempotent: false } }
} as const satisfies Readonly<Record<string, Info>>
