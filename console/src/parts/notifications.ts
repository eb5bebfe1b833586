import '@mantine/notifications/styles.css';

export { Notifications } from '@mantine/notifications';
export { notifyFailed } from './notify.js';
