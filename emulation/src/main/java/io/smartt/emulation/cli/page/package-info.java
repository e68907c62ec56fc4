/** The options of a live page, and the server behind it. */
@NullMarked
package io.smartt.emulation.cli.page;

import org.jspecify.annotations.NullMarked;
