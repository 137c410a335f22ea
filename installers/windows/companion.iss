; Inno Setup 6: the bundle of `python -m installers.build bundle` as an installer for one person, without administrator.
;   iscc /DVersion=0.1.0 /DBundle=..\..\build\bundle\dist\companion companion.iss
; Sign with /DSign=1 and a sign tool named `companion` in the compiler's options. Not tried on Windows: docs/installing.md.

#ifndef Version
  #error "Name the version: /DVersion=0.1.0"
#endif
#ifndef Bundle
  #define Bundle "..\..\build\bundle\dist\companion"
#endif
#define Title "Companion"

[Setup]
AppId={{6C1B5C0E-2C38-4D2C-9B0C-3B8B1F2D7A51}
AppName={#Title}
AppVersion={#Version}
AppPublisher=The companion's authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Title}
DefaultGroupName={#Title}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\icons\companion.ico
UninstallDisplayIcon={app}\companion.exe
OutputBaseFilename=Companion-{#Version}-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
CloseApplications=yes
#ifdef Sign
SignTool=companion
SignedUninstaller=yes
#endif

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "autostart"; Description: "Start when I sign in"; GroupDescription: "More:"; Flags: unchecked
Name: "night"; Description: "Think at night without a window"; GroupDescription: "More:"; Flags: unchecked

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\{#Title}"; Filename: "{app}\companion.exe"
Name: "{autodesktop}\{#Title}"; Filename: "{app}\companion.exe"; Tasks: desktopicon
Name: "{userstartup}\{#Title}"; Filename: "{app}\companion.exe"; Tasks: autostart
Name: "{userstartup}\{#Title} at night"; Filename: "{app}\companion.exe"; Parameters: "night"; Flags: runminimized; Tasks: night

[Registry]
Root: HKA; Subkey: "Software\Classes\.companion"; ValueType: string; ValueData: "Companion.Archive"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.companion"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.companion.archive"
Root: HKA; Subkey: "Software\Classes\Companion.Archive"; ValueType: string; ValueData: "Companion archive"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Companion.Archive\DefaultIcon"; ValueType: string; ValueData: "{app}\companion.exe,0"
Root: HKA; Subkey: "Software\Classes\Companion.Archive\shell\open\command"; ValueType: string; ValueData: """{app}\companion.exe"" import ""%1"""

[Run]
Filename: "{app}\companion.exe"; Description: "{cm:LaunchProgram,{#Title}}"; Flags: nowait postinstall skipifsilent

; Nothing of a person's is deleted: what it remembers lies in {localappdata}\companion and stays until
; `companion forget --everything`.
