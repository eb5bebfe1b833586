import '@mantine/notifications/styles.css';
import { Notifications as Corner, notifications } from '@mantine/notifications';
import { useEffect, type ReactNode } from 'react';

export { notifyFailed } from './notify.js';

/** Shows what actions tell, in the corner of the page. It ends with the session: another person may be the next. */
export function Notifications(): ReactNode {
  useEffect(() => () => notifications.clean(), []);
  return <Corner position="bottom-right" />;
}
