package io.smartt.p4.pipeline;

import java.util.List;

/**
 * A message that a packet sends to the control plane by {@code digest}.
 *
 * @param name full P4 name of the learn list
 * @param fields in declaration order
 */
public record Digest(String name, List<Bits> fields) {
  /** Copies the fields. */
  public Digest {
    fields = List.copyOf(fields);
  }
}
