/** Shown if no account is connected: says what the lookup is for, and leads to the settings. */
import { connect as words } from "../../../../locales/offer.ts"
import { First } from "../parts/first.tsx"
import { Frame, type PaidShell } from "../parts/frame.tsx"

export const NotConnected = ({ shell }: { readonly shell: PaidShell }) => (
  <Frame title={words.title} shell={shell}>
    <div class="body">
      <p>{words.text}</p>
      <div class="end">
        <First shell={shell} onClick={shell.onSettings}>
          {words.button}
        </First>
      </div>
    </div>
  </Frame>
)
