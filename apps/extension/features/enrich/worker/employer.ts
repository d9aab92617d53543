/**
 * Looks up the company that a person's record names, with all of its identifiers in one lookup.
 *
 * Promises: it looks up only the company of the person that the user saw; looking without `charge` buys nothing.
 */
import * as Effect from "effect/Effect"

import { expired, failureOf } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { Steps } from "../../../providers/Steps.ts"
import type { Employer, EnrichRequests } from "../requests.ts"
import { differencesOf } from "../subject/differences.ts"
import { priceOf } from "../subject/price.ts"
import { askOf, employerOf } from "../subject/target.ts"
import type { Lookup } from "./lookup.ts"
import { answeredOf } from "./outcome.ts"

/** @param onLookup runs after every lookup, whatever its outcome */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onLookup: Effect.Effect<void>) {
  const steps = yield* Steps

  const employer = ({ consent, upTo, hub, ...tabSubject }: EnrichRequests["employer"]["input"]) =>
    Effect.gen(function* () {
      const { account, ref, target } = yield* lookup.subjectInTab(tabSubject)
      if (!(yield* lookup.isSaved(target, ref))) return yield* expired
      const { record, isAnothers } = yield* lookup.read(target, ref)
      const company = record?.of === "person" && !isAnothers ? employerOf(record.fields) : undefined
      if (record?.of !== "person" || company === undefined) return { state: "none" } satisfies Employer
      const preview = yield* steps.preview(askOf(company, ref))
      if (preview.cached === undefined) {
        if (consent === "free") return { state: "ready", price: priceOf(preview, ref) } satisfies Employer
        yield* lookup.sendable(account)
      }
      const answer = yield* Effect.ensuring(
        consent === "free" ? lookup.read(company, ref) : lookup.buy(company, ref, { upTo, hub }),
        onLookup
      )
      const match = answeredOf(company.subject, answer)
      const { charged } = answer.outcome.credits
      if (match === undefined) return { state: "noMatch", charged } satisfies Employer
      if (answer.isAnothers) return { state: "another", charged, name: match.card.title } satisfies Employer
      return { state: "match", ...match, differences: differencesOf(record, match.record) } satisfies Employer
    }).pipe(Effect.catch((error) => Effect.succeed<Employer>({ state: "failed", error: failureOf(error) })))

  return { employer } satisfies HandlersOf<Pick<EnrichRequests, "employer">>
})
