/** The progress of a run, and a request to stop it. */
@NullMarked
package io.smartt.emulation.cli.progress;

import org.jspecify.annotations.NullMarked;
