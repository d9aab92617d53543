import { render } from "preact"

import { HistoryPage } from "../../features/history/view/page.tsx"
import { ask } from "../../messaging/client.ts"

const app = document.getElementById("app")
if (app !== null) render(<HistoryPage send={ask} />, app)
