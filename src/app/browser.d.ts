import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Lets the user choose a folder instead of a file. Every supported browser has it, no standard does. */
    webkitdirectory?: string;
  }
}

declare global {
  interface FileSystemHandle {
    /** Whether the page may read the file, as of an earlier visit, and the question for it (Chromium). */
    queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
    requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  }
  interface LaunchParams {
    /** Empty where the page itself was launched. */
    readonly files: readonly FileSystemFileHandle[];
  }
  interface Window {
    /** Files that the system opens with the installed page (Chromium). */
    launchQueue?: { setConsumer(consumer: (launch: LaunchParams) => void): void };
    /** Asks for files, and says where they lie (Chromium). */
    showOpenFilePicker?: ((options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>) | undefined;
    /** Asks where to save a file (Chromium). */
    showSaveFilePicker?: ((options: { suggestedName: string }) => Promise<FileSystemFileHandle>) | undefined;
  }
}
