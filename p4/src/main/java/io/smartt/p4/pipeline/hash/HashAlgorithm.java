package io.smartt.p4.pipeline.hash;

/** A hash or checksum. Allocates nothing per call; not for more than one thread. */
@FunctionalInterface
public interface HashAlgorithm {
  /** The hash of the first {@code length} bytes, unsigned. */
  long hash(byte[] data, int length);
}
