package io.smartt.emulation.cli.experiment;

import module java.base;

import io.smartt.base.topology.Topologies;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.workload.Workloads;

/**
 * The words that a shell offers for the options that say which experiment to run. Of names with
 * numbers in them it offers the beginning.
 */
public final class OptionCandidates {
  private static final Pattern BEGINNING = Pattern.compile("[a-z][a-z0-9-]*[,:]?");

  private OptionCandidates() {}

  private static Iterator<String> beginnings(Collection<String> forms) {
    return forms.stream()
        .map(BEGINNING::matcher)
        .filter(Matcher::lookingAt)
        .map(Matcher::group)
        .distinct()
        .iterator();
  }

  /** Names of packed profiles. */
  public static final class Profiles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return new ProfileLibrary(Fabrics.builtIn().settings()).names().iterator();
    }
  }

  /** Beginnings of the topologies' names. */
  public static final class TopologyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return beginnings(Topologies.forms());
    }
  }

  /** Beginnings of the workloads' names. */
  public static final class WorkloadNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return beginnings(Workloads.forms().keySet());
    }
  }

  /** Keys of settings, each with its equals sign. */
  public static final class Keys implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Fabrics.builtIn().settings().keys().stream().map(key -> key.name() + "=").iterator();
    }
  }
}
