/** Results as tables, CSV and JSON. */
@NullMarked
package io.smartt.emulation.cli.results;

import org.jspecify.annotations.NullMarked;
