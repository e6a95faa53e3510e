import * as z from "zod";

// What the OCI image format 1.1 asks of each document, strict about what this image has no use for.

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const annotations = z.record(z.string(), z.string());
const platform = z.strictObject({ architecture: z.string().min(1), os: z.string().min(1) });
const descriptor = (mediaType: string) => ({ mediaType: z.literal(mediaType), digest, size: z.int().min(0) });

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX = "application/vnd.oci.image.index.v1+json";

export const layoutSchema = z.strictObject({ imageLayoutVersion: z.literal("1.0.0") });

export const indexSchema = z.strictObject({
  schemaVersion: z.literal(2),
  mediaType: z.literal(INDEX),
  manifests: z.array(z.strictObject({ ...descriptor(MANIFEST), platform, annotations })).min(1),
});

export const manifestSchema = z.strictObject({
  schemaVersion: z.literal(2),
  mediaType: z.literal(MANIFEST),
  config: z.strictObject(descriptor("application/vnd.oci.image.config.v1+json")),
  layers: z.array(z.strictObject(descriptor("application/vnd.oci.image.layer.v1.tar+gzip"))).min(1),
});

export const configSchema = z.strictObject({
  architecture: z.string().min(1),
  os: z.string().min(1),
  config: z.strictObject({
    User: z.string().regex(/^\d+:\d+$/),
    ExposedPorts: z.record(z.string().regex(/^\d+\/(tcp|udp)$/), z.strictObject({})),
    Env: z.array(z.string().regex(/^[A-Za-z_]\w*=/)),
    Entrypoint: z.array(z.string()),
    Cmd: z.array(z.string()),
    WorkingDir: z.string().regex(/^\//),
    StopSignal: z.string().regex(/^SIG[A-Z]+$/),
    Labels: annotations,
  }),
  rootfs: z.strictObject({ type: z.literal("layers"), diff_ids: z.array(digest).min(1) }),
  history: z.array(z.strictObject({ created_by: z.string(), empty_layer: z.boolean().optional() })),
});
