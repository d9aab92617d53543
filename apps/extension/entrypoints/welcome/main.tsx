import { render } from "preact"

import { Welcome } from "./Welcome.tsx"

const app = document.getElementById("app")
if (app !== null) render(<Welcome />, app)
