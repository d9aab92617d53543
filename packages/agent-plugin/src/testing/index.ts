export { apiCallSuite } from "./api-call-suite.ts"
export { detectSuite, type DetectExamples } from "./detect-suite.ts"
export { pluginSuite } from "./plugin-suite.ts"
