import { useState } from "preact/hooks"

import { Copyable } from "../shared/Copyable.tsx"
import { Tabs } from "../shared/Tabs.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { CLIENTS, snippets } from "./clients.ts"
import { agents as words } from "./words.ts"

/** What to put into an agent's settings, a client each. */
export const ConnectAgent = () => {
  const [client, setClient] = useState<keyof typeof CLIENTS>("claude")
  return (
    <section class="panel" aria-labelledby="connect-agent">
      <h2 id="connect-agent">{words.connect}</h2>
      <p class="lead">
        <TextWithCode text={words.connectHelp} />
      </p>
      <Tabs label={words.client} tabs={CLIENTS} chosen={client} onChoose={setClient} />
      <Copyable text={snippets[client](location.origin)} label={words.snippet(CLIENTS[client])} />
    </section>
  )
}
