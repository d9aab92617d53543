/** Who calls this hub besides its own user: agents that signed in, and holders of hub tokens; and how to connect one. */
import { Page } from "../shared/Page.tsx"
import { navigation } from "../words.ts"
import { ConnectAgent } from "./ConnectAgent.tsx"
import { SignedInAgents } from "./SignedInAgents.tsx"
import { Tokens } from "./Tokens.tsx"
import { agents as words } from "./words.ts"

export const Agents = () => (
  <Page title={navigation.views.agents} lead={words.lead}>
    <SignedInAgents />
    <ConnectAgent />
    <Tokens />
  </Page>
)
