package io.smartt.p4.pipeline.state;

/** All control state at one moment; the data path reads one snapshot for a packet's control. */
public final class Snapshot {
  final TableVersion[] tables;
  final ProfileVersion[] profiles;
  final ValueSetVersion[] valueSets;

  Snapshot(TableVersion[] tables, ProfileVersion[] profiles, ValueSetVersion[] valueSets) {
    this.tables = tables;
    this.profiles = profiles;
    this.valueSets = valueSets;
  }

  /** A table by its index in the program. */
  public TableVersion table(int index) {
    return tables[index];
  }

  /** An action profile by its index in the program. */
  public ProfileVersion profile(int index) {
    return profiles[index];
  }

  /** A value set by its index in the program. */
  public ValueSetVersion valueSet(int index) {
    return valueSets[index];
  }
}
