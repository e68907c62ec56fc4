/** How far a run is, and a request to stop it. */
@NullMarked
package io.smartt.emulation.cli.progress;

import org.jspecify.annotations.NullMarked;
