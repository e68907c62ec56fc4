package io.smartt.p4.bmv2;

import java.util.List;
import java.util.Optional;

/** An action profile, or an action selector where it has a selector. */
public record ActionProfile(String name, int id, int maxSize, Optional<Selector> selector) {
  /** The selection of a member of a group. */
  public record Selector(String algorithm, List<Calculation.Input> inputs) {
    /** Copies the inputs. */
    public Selector {
      inputs = List.copyOf(inputs);
    }
  }
}
