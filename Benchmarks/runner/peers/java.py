"""JUnit, from its console."""

from ..install import call, has_file, has_program, need
from ..ours import shelf
from ..process import Command
from .peer import Peer


class JUnit(Peer):
    title = "JUnit"
    rows_form = "`@TestFactory`"
    jars = ("junit-platform-console junit-platform-launcher junit-platform-engine "
            "junit-platform-commons junit-platform-reporting junit-jupiter-api "
            "junit-jupiter-engine opentest4j opentest4j-reporting-events "
            "opentest4j-reporting-schema apiguardian-api picocli").split()

    def prepare(self):
        need("default-jdk-headless", unless=has_program("javac"))
        need("junit5", unless=has_file("/usr/share/java/junit-platform-console.jar"))
        self.classes = ":".join([f"/usr/share/java/{jar}.jar" for jar in self.jars]
                                + [str(self.work)])
        call("javac", "-cp", self.classes, "-d", self.work, self.sources / "ShelfTest.java")
        return "JUnit " + call("dpkg-query", "-W", "-f", "${Version}", "junit5")

    def run(self, kind, size, *arguments, **expectations):
        passed = f"{size} tests successful"
        return Command(
            ("java", "-cp", self.classes, "org.junit.platform.console.ConsoleLauncher",
             "--disable-banner", "--details", "summary", "-c", "ShelfTest", *arguments),
            shelf(kind, size), **{"expects": passed, **expectations})

    def rows(self, size):
        return self.run("rows", size)

    def failures(self, size):
        return self.run("failures", size, expects=f"{size} tests failed", fails=True)

    def reported(self, size):
        return self.run("rows", size, "--reports-dir", str(self.work),
                        writes=self.file("TEST-junit-jupiter.xml"))
