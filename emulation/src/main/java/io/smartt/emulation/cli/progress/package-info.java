/** The progress of a run as a line or a live page, and a request to stop it. */
@NullMarked
package io.smartt.emulation.cli.progress;

import org.jspecify.annotations.NullMarked;
