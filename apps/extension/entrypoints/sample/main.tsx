import { render } from "preact"

import { Sample } from "../../features/welcome/view/sample.tsx"
import { welcome } from "../../locales/welcome.ts"
import { openPage } from "../../ui/page.ts"

render(
  <Sample now={Date.now()} onSettings={() => void chrome.runtime.openOptionsPage()} />,
  openPage(welcome.sampleTitle)
)
