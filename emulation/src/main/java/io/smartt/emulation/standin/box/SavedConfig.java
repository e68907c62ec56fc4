package io.smartt.emulation.standin.box;

import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.FileTrouble;
import io.smartt.emulation.input.InputFile;
import io.smartt.emulation.report.WholeFile;
import io.smartt.emulation.standin.sonic.ConfigStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file from which a stand-in boots, as {@code /etc/sonic/config_db.json} is a switch's. */
record SavedConfig(Path file) {
  /**
   * Returns a store that boots from the file, and writes it whenever it saves.
   *
   * @param factory what it holds where there is no file yet
   * @param state STATE_DB
   * @throws RunFailedException if the file cannot be written
   */
  ConfigStore open(String factory, String state) {
    ConfigStore store = new ConfigStore(Files.exists(file) ? InputFile.text(file) : factory, state);
    write(store.text());
    store.keepSaved(this::write);
    return store;
  }

  private void write(String text) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      WholeFile.write(file, out -> out.append(text).append('\n'));
    } catch (IOException e) {
      throw new RunFailedException(file + " cannot be written: " + FileTrouble.reason(e), e);
    } catch (UncheckedIOException e) {
      throw new RunFailedException(file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
