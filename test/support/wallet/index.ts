/** A scriptable wallet service on a real socket: gives the answers of a test, and keeps the calls that it received. */
export { sharedWallet, startWallet, type Behaviour, type ReceivedCall, type TestWallet } from './server.js';
export {
  announce,
  answer,
  approving,
  cut,
  flood,
  half,
  hang,
  redirect,
  respond,
  type WalletAnswer,
} from './replies.js';
export { faultText, methodResponseText, rawForm } from './raw-form.js';
export { gate, type Gate } from './gate.js';
