package io.smartt.experiment;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.experiment.settings.FailureKind;

/**
 * One link that fails, or the host at its end.
 *
 * @param link of the dilated network
 * @param kind what is wrong with it, dilated
 * @param fromPs when, dilated
 * @param toPs when it is well again, dilated; empty if it never is
 */
public record PlannedFailure(Link link, FailureKind kind, long fromPs, OptionalLong toPs) {
  /** The host at an end of the link; empty between switches. */
  public Optional<Host> host() {
    return Stream.of(link.a().node(), link.b().node())
        .filter(Host.class::isInstance)
        .map(Host.class::cast)
        .findFirst();
  }
}
