"""Prepress: what a print shop's PDF says about itself: its cut lines, its printing condition, PDF/X-4."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID
from xml.sax.saxutils import escape

from generator.press.page import Page
from generator.press.pdf.objects import Dictionary, Stream, compressed
from generator.press.pdf.strokes import path
from generator.problems import Location, failed
from generator.svg.core.separation import CONDITION, Separation
from generator.svg.core.store import Resource
from generator.units import POINTS_PER_MM

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDocument, PDFPage

CUT_USES = (Resource("ColorSpace", "CutContour"), Resource("Properties", "Cut"), Resource("ExtGState", "Overprint"))
"""What the cut lines of a page use."""

CUT_WIDTH = 0.25
"""Width of cut lines in points."""

_CONDITION = "Offset printing on coated paper, ISO 12647-2:2004/Amd 1:2007"
_REGISTRY = "http://www.color.org"
_DATE = "2000-01-01T00:00:00+00:00"
"""The date that every file carries, so that the same pages give the same bytes."""

_LARGEST = 16 * 2**20


def profile_in(file: Path) -> bytes:
    """Return the shop's ICC profile; `Failed` when it isn't one for printing in four colours."""
    place = Location(str(file))
    try:
        with file.open("rb") as opened:
            data = opened.read(_LARGEST + 1)
    except OSError as error:
        raise failed(place, f"can't be read: {error.strerror or error}") from error
    if len(data) > _LARGEST or data[36:40] != b"acsp":
        raise failed(place, "this is no ICC profile", "a profile of the print shop, such as an .icc file")
    if (data[12:16], data[16:20]) != (b"prtr", b"CMYK"):
        kind, space = (data[at : at + 4].decode("latin-1").strip() for at in (12, 16))
        raise failed(place, f"a profile of kind {kind!r} for {space!r}", "one for printers (prtr) in CMYK")
    return data


def separation(profile: Path | None) -> Separation:
    """Return how colours become inks: through the shop's profile, or by the formula; `Failed` when it is damaged."""
    if profile is None:
        return Separation()
    from PIL.ImageCms import PyCMSError

    try:
        return Separation(profile_in(profile))
    except PyCMSError as error:
        raise failed(Location(str(profile)), f"the profile is damaged: {error}") from error


# ------------------------------------------------------------------ pages


def box_page(page_object: PDFPage, page: Page) -> None:
    """Give a page its bleed box and trim box, and let its transparency blend in inks."""
    from reportlab.pdfbase.pdfdoc import PDFArray

    page_object.BleedBox = page_object.MediaBox
    page_object.TrimBox = _trim(page, PDFArray)
    page_object.__NoDefault__ = [*page_object.__NoDefault__, "Group"]
    page_object.Group = Dictionary("<< /S /Transparency /CS /DeviceCMYK /I true >>")


def _trim(page: Page, array: type[PDFArray]) -> PDFArray:
    assert page.trim is not None  # each page for a shop has one
    x, y, width, height = page.trim
    return array([side * POINTS_PER_MM for side in (x, page.height - y - height, x + width, page.height - y)])


def cut_lines(page: Page) -> bytes:
    """Return the operators of a page's cuts, in a colour and on a layer of their own."""
    strokes = b"\n".join(b"%s S" % path(cut, page.height) for cut in page.cuts)
    state = f"/Overprint gs /CutContour CS 1 SCN {CUT_WIDTH} w 0 J 0 j [] 0 d".encode()
    return b"/OC /Cut BDC\nq %s\n%s\nQ\nEMC" % (state, strokes)


# ------------------------------------------------------------------ the document


def finish(document: PDFDocument, process: Separation, title: str, language: str) -> None:
    """Add what a document for a print shop holds beside its pages."""
    document.Reference(Dictionary(_SPOT), "CutContour")
    document.Reference(Dictionary("<< /Type /OCG /Name (Cut) /Intent /View >>"), "Cut")
    document.Reference(Dictionary("<< /Type /ExtGState /OP true /op true /OPM 1 >>"), "Overprint")
    layer = Resource("Properties", "Cut")
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties", "OutputIntents"]
    catalog.OCProperties = Dictionary(
        "<< /OCGs [", layer, "] /D << /Name (Layers) /BaseState /ON /Order [", layer, "] >> >>"
    )
    catalog.OutputIntents = Dictionary("[<< /Type /OutputIntent /S /GTS_PDFX ", *_intent(document, process), " >>]")
    catalog.Metadata = Stream(_xmp(document, process, title, language), "/Type /Metadata /Subtype /XML")


_SPOT = "[/Separation /CutContour /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 1 0 0] >>]"


def _intent(document: PDFDocument, process: Separation) -> list[str | Resource]:
    """Return the entries of the printing condition: the shop's profile, else the name of a registered condition."""
    if process.profile is None:
        return [
            f"/OutputConditionIdentifier ({CONDITION}) /OutputCondition ({_CONDITION}) "
            f"/RegistryName ({_REGISTRY}) /Info ({_CONDITION})"
        ]
    document.Reference(compressed(process.profile, "/N 4"), "OutputProfile")
    name = _text(_description(process.profile))
    profile = Resource("Properties", "OutputProfile")
    return [f"/OutputConditionIdentifier (Custom) /Info {name} /OutputCondition {name} /DestOutputProfile ", profile]


def _description(profile: bytes) -> str:
    from io import BytesIO

    from PIL.ImageCms import ImageCmsProfile, getProfileDescription

    return getProfileDescription(ImageCmsProfile(BytesIO(profile))).strip() or "profile of the print shop"


def _text(text: str) -> str:
    """Return a PDF string."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


def _xmp(document: PDFDocument, process: Separation, title: str, language: str) -> bytes:
    digest = document.signature.copy().digest()[:16]
    version = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" if process.profile else ""
    return _XMP.format(
        begin="\ufeff",
        title=escape(title),
        language=escape(language),
        creator=escape(document.info.creator),
        producer=escape(document.info.producer),
        date=_DATE,
        id=UUID(bytes=digest, version=4),
        version=version,
    ).encode()


_XMP = """<?xpacket begin="{begin}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{producer}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
{version}
</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
