{{- define "lorekeep.selector" -}}
app.kubernetes.io/name: lorekeep
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lorekeep.labels" -}}
{{ include "lorekeep.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What every pod has besides its containers. */}}
{{- define "lorekeep.pod" -}}
automountServiceAccountToken: false
# Else Kubernetes sets LOREKEEP_… variables, which look like misspelt settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    persistentVolumeClaim: { claimName: {{ .Values.data.existingClaim | quote }} }
  - name: tmp
    emptyDir: { sizeLimit: 512Mi }
  - name: secrets
    secret:
      secretName: {{ .Values.existingSecret | quote }}
      # 0440
      defaultMode: 288
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What every container has besides its name, arguments, probes and resources. */}}
{{- define "lorekeep.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets/lorekeep, readOnly: true }
env:
  - name: DATA_DIR
    value: /data
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: "3000"
  # A worker answers /health and /metrics here; a web process on PORT.
  - name: HEALTH_PORT
    value: "3000"
  - name: PUBLIC_URL
    value: {{ required "Set settings.PUBLIC_URL to the address people use, such as https://lorekeep.acme.com." .Values.settings.PUBLIC_URL | quote }}
  {{- range $name, $value := .Values.settings }}
  {{- if ne $name "PUBLIC_URL" }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- end }}
  {{- range .Values.secretFiles }}
  - name: {{ . }}_FILE
    value: /run/secrets/lorekeep/{{ . }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Live: the process answers. Ready: it reaches the database and /data; a busy process is taken out, not killed. */}}
{{- define "lorekeep.probes" -}}
ports:
  - { name: http, containerPort: 3000 }
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 5
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 20
  timeoutSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}
