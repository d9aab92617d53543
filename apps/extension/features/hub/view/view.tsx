/** The hub's section of the options page: pairing, the plugins that run through it, and unpairing. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useState } from "preact/hooks"

import { hub as words } from "../../../locales/settings.ts"
import { announceChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { ConfirmedButton } from "../../../ui/ConfirmedButton.tsx"
import { PageProblem } from "../../../ui/PageProblem.tsx"
import { useStored } from "../../../ui/use-stored.ts"
import { request, revokeUnused } from "../../accounts/view/permission.ts"
import { rememberHosts } from "../../repository/remember-hosts.ts"
import { forgetOwnProperties } from "../../site/own-properties.ts"
import type { HubState, HubView } from "../requests.ts"
import { PairForm } from "./pair-form.tsx"
import { Ways } from "./ways.tsx"

const Paired = (props: { readonly hub: HubView; readonly onUnpair: () => void }) => {
  const { origin, version, name } = props.hub
  return (
    <div class="stack">
      <div>
        <p>
          <strong>{words.paired(new URL(origin).host, visible(version))}</strong>
        </p>
        <p class="quiet small">{words.name(visible(name))}</p>
      </div>
      <ConfirmedButton label={words.unpair} question={words.unpairSure} yes={words.unpairYes} onYes={props.onUnpair} />
    </div>
  )
}

export const HubPanel = ({ send }: { readonly send: Send }) => {
  const [state, setState] = useState<HubState>()
  const [problem, setProblem] = useState<Failure>()
  const [endMessage, setEndMessage] = useState<string>()

  // A hub may answer slowly, and no longer be paired by then.
  const read = useCallback(
    async (isNewest: () => boolean) => {
      // The hosts are stored before "Paired" is shown, after which the user may close this page.
      const [reply] = await Promise.all([send("hub", {}), rememberHosts(send)])
      if (!isNewest()) return
      if (reply.ok) setState(reply.output)
      setProblem(reply.ok ? undefined : reply.error)
    },
    [send]
  )
  const load = useStored(read)

  const unpair = async (origin: string) => {
    const reply = await send("unpairHub", {})
    if (!reply.ok) return setProblem(reply.error)
    forgetOwnProperties()
    await revokeUnused(send, [origin])
    setEndMessage(reply.output.isRevoked ? words.ended : words.endedHere)
    return load()
  }

  const origin = state?.hub?.origin
  const isDenied = state?.problem?.own?.is === "hostDenied"
  const allow = async (leave: Promise<boolean>) => (await leave.catch(() => false)) && announceChange()

  return (
    <section
      class="panel"
      id="hub"
      aria-labelledby="hub-title"
      aria-busy={state === undefined && problem === undefined}
    >
      <h2 id="hub-title">{words.title}</h2>
      <p class="lead">{words.lead}</p>
      {problem !== undefined && <PageProblem error={problem} onRetry={load} />}
      {/* Another page may have paired since. */}
      {endMessage !== undefined && state?.hub === null && (
        <Notice tone="neutral" announce>
          {endMessage}
        </Notice>
      )}
      {state?.problem != null && <PageProblem error={state.problem} onRetry={load} />}
      {state !== undefined && state.hub !== null && (
        <>
          <Ways plugins={state.plugins} send={send} />
          <Paired hub={state.hub} onUnpair={() => void unpair(origin ?? "")} />
        </>
      )}
      {isDenied && origin !== undefined && (
        <div>
          <Button look="primary" onClick={() => void allow(request([origin]))}>
            {words.allow(new URL(origin).host)}
          </Button>
        </div>
      )}
      {state !== undefined && !isDenied && (state.hub === null || state.problem !== null) && (
        <>
          {state.hub !== null && <h3>{words.pairAgain}</h3>}
          <PairForm
            send={send}
            address={origin ?? ""}
            onPaired={async () => {
              forgetOwnProperties()
              if (origin !== undefined) await revokeUnused(send, [origin])
              load()
            }}
          />
        </>
      )}
    </section>
  )
}
